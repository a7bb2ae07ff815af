import { saveFile } from '@gatehouse/ui'

/** The report as a file: "account-activity-2026-11-22.html". */
export function savePage(html: string, name: string): void {
  const title = name.toLowerCase().replaceAll(/[^\p{L}\d]+/gu, '-')
  saveFile(`${title}-${new Date().toISOString().slice(0, 10)}.html`, html, 'text/html')
}
