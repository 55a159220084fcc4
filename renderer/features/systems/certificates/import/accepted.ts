/** Names of files that may hold a certificate or its key; any other can still be dropped. */
export const certificateFiles = '.p12,.pfx,.pem,.crt,.cer,.der,.key';

/** A key and its certificate may come apart, in two files. */
export const mostFiles = 2;
