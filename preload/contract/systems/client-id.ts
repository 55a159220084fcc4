/** The characters that a Client ID may have: alphanumerics, underscore, hyphen. */
export const clientIdPattern = /^[A-Za-z0-9_-]+$/;
