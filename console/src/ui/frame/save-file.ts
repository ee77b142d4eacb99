/** Downloads the file at an address. Without a name, the file has the name that the server sends. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Downloads data that was generated in the browser as a file. */
export function saveBlob(name: string, content: Blob): void {
  const url = URL.createObjectURL(content)
  download(url, name)
  URL.revokeObjectURL(url)
}

/** Downloads a text that was generated in the browser as a file. */
export function saveFile(name: string, content: string, type: string): void {
  saveBlob(name, new Blob([content], { type }))
}
