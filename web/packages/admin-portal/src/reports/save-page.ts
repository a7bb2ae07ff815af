/** The report as a file: "account-activity-2026-11-22.html". */
export function savePage(html: string, name: string): void {
  const url = URL.createObjectURL(new Blob([html], { type: 'text/html' }))
  const link = document.createElement('a')
  link.href = url
  link.download = `${name.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-')}-${new Date().toISOString().slice(0, 10)}.html`
  link.click()
  URL.revokeObjectURL(url)
}
