export interface Bar {
  /** Shown below the bar and in the table. */
  readonly label: string
  readonly value: number
  /** The formatted value, such as an amount of money; the plain number by default. */
  readonly formatted?: string
  /** Further cells of the table. */
  readonly cells?: readonly string[]
}
