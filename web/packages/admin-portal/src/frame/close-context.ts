import { createContext } from 'react'

/** Takes the portal away again, where it lies over the product's page; undefined where it is a page of its own. */
export const CloseContext = createContext<(() => void) | undefined>(undefined)
