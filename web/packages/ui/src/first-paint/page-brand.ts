import type { Brand } from '../theme'

let cached: { readonly page: Document; readonly brand: Brand | undefined } | undefined

/** Returns the vendor's branding that the server wrote into the page; undefined in other products' pages. */
export function readPageBrand(): Brand | undefined {
  if (typeof document === 'undefined') return undefined // At build time there is no document.
  if (cached?.page !== document) cached = { page: document, brand: parseBrand() }
  return cached.brand
}

function parseBrand(): Brand | undefined {
  const facts = document.getElementById('gatehouse-brand')?.textContent
  return facts ? (JSON.parse(facts) as Brand) : undefined
}
