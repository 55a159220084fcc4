/** `{{name}}`, also with blanks beside it: a variable of the API console, or a date such as `now-7days`. */
export const variableInText = /\{\{ {0,20}([A-Za-z_][A-Za-z0-9_.+-]{0,99}) {0,20}\}\}/g;
