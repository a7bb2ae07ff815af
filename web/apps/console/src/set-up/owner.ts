/** Who will own the installation. */
export interface Owner {
  readonly email: string
  readonly name: string
  readonly companyName: string
  readonly password: string
}
