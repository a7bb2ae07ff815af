/** Data of the first owner account. */
export interface Owner {
  readonly email: string
  readonly name: string
  readonly companyName: string
  readonly password: string
}
