export interface Problem {
  /** The first part of its place: a table of the document. Nothing where it is about the whole. */
  readonly section: string
  readonly text: string
}

/** What was refused, by the table of the document that it is about. */
export function byPlace(problems: readonly string[]): Problem[] {
  return problems.map((text) => {
    const [place = ''] = text.split(': ')
    const [section = ''] = place.split('.')
    return { section: /^[A-Za-z0-9_]+$/.test(section) && text.includes(': ') ? section : '', text }
  })
}

/** Where a table begins in the document: its heading, or that of the first entry in it; -1 where it has none. */
export function positionOf(document: string, section: string): number {
  return document.search(new RegExp(`^\\[+${section}[.\\]]`, 'm'))
}

export type Kind = '+' | '-' | '~'

/** "+ roles.Editor = …": what kind of change, and of what. */
export function readDifference(line: string): { readonly kind: Kind; readonly text: string } {
  const [kind, ...rest] = line.split(' ')
  return { kind: kind === '+' || kind === '-' ? kind : '~', text: rest.join(' ') }
}
