export interface Problem {
  /** Table of the document, or empty if the problem concerns the whole document. */
  readonly section: string
  readonly text: string
}

/** Groups problems by the table of the document that they concern. */
export function groupByTable(problems: readonly string[]): Problem[] {
  return problems.map((text) => {
    const [place = ''] = text.split(': ')
    const [section = ''] = place.split('.')
    return { section: /^[A-Za-z0-9_]+$/.test(section) && text.includes(': ') ? section : '', text }
  })
}

/** Offset of a table's heading, or of the heading of its first entry; -1 if the document has neither. */
export function offsetOfTable(document: string, section: string): number {
  return document.search(new RegExp(`^\\[+${section}[.\\]]`, 'm'))
}

export type Kind = '+' | '-' | '~'

/** Splits a line such as "+ roles.Editor = …" into the kind of change and the path. */
export function parseChange(line: string): { readonly kind: Kind; readonly text: string } {
  const [kind, ...rest] = line.split(' ')
  return { kind: kind === '+' || kind === '-' ? kind : '~', text: rest.join(' ') }
}
