import type { Brand } from '../theme'

let given: { readonly page: Document; readonly brand: Brand | undefined } | undefined

/** Returns the vendor's branding that the server wrote into the page; undefined in other products' pages. */
export function writtenBrand(): Brand | undefined {
  if (typeof document === 'undefined') return undefined // At build time there is no document.
  if (given?.page !== document) given = { page: document, brand: read() }
  return given.brand
}

function read(): Brand | undefined {
  const facts = document.getElementById('gatehouse-brand')?.textContent
  return facts ? (JSON.parse(facts) as Brand) : undefined
}
