declare module 'virtual:pdf-files' {
  /** Returns a character map or font of pdf.js by file name, base64. @throws Error if it does not exist */
  export function loadPdfFile(name: string): Promise<string>;
}
