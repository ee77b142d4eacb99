/** Downloads the file at an address. Without a name, the file has the name that the server gives. */
export function download(url: string, name = ''): void {
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
}

/** Downloads a text that was generated in the browser as a file. */
export function saveFile(name: string, content: string, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }))
  download(url, name)
  URL.revokeObjectURL(url)
}
