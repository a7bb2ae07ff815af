export interface Bar {
  /** What stands below it, and in the table. */
  readonly label: string
  readonly value: number
}
