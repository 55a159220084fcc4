declare module 'virtual:pdf-files' {
  /** A character map or font of pdf.js by its file's name, base64. @throws Error for one it does not have */
  export function loadPdfFile(name: string): Promise<string>;
}
