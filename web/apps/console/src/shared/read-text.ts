/** Reads a file as UTF-8; invalid bytes become U+FFFD. `File.text` is missing in browsers that are still in use. */
export function readText(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader()
    reader.onload = () => resolve(String(reader.result))
    reader.onerror = () => reject(reader.error)
    reader.readAsText(file)
  })
}
