interface Part<Row> {
  readonly items: readonly Row[]
  readonly hasNext: boolean
}

const AT_ONCE = 100
/** More than the server allows for lists that are read as a whole. */
const MOST = 2000

/** Reads all pages of a short list. */
export async function readAll<Row>(
  part: (query: { offset: number; limit: number }) => Promise<Part<Row>>,
): Promise<Row[]> {
  const rows: Row[] = []
  for (let offset = 0; offset < MOST; offset += AT_ONCE) {
    const { items, hasNext } = await part({ offset, limit: AT_ONCE })
    rows.push(...items)
    if (!hasNext) break
  }
  return rows
}
