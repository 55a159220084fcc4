/** The characters of a Client ID: alphanumerics, underscore, hyphen. */
export const clientIdPattern = /^[A-Za-z0-9_-]+$/;
