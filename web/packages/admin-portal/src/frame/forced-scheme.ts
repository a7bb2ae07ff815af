import { createContext } from 'react'

/** True where the embedding page decides about light and dark. */
export const ForcedSchemeContext = createContext(false)
