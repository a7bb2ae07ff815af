export interface Outcome<Item> {
  readonly done: readonly Item[]
  readonly failed: readonly { readonly item: Item; readonly error: unknown }[]
}

/** One call after the other: the next goes out although one failed, and all failures are told together. */
export async function inSequence<Item>(
  items: readonly Item[],
  call: (item: Item) => Promise<unknown>,
): Promise<Outcome<Item>> {
  const done: Item[] = []
  const failed: { item: Item; error: unknown }[] = []
  for (const item of items) {
    try {
      await call(item)
      done.push(item)
    } catch (error) {
      failed.push({ item, error })
    }
  }
  return { done, failed }
}
