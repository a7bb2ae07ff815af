export interface Bar {
  /** What stands below it, and in the table. */
  readonly label: string
  readonly value: number
  /** The value as it is read, such as an amount of money; the number itself when left out. */
  readonly shown?: string
  /** What else the table says of it, a cell for each further column. */
  readonly more?: readonly string[]
}
