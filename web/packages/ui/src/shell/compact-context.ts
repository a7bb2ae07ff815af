import { createContext } from 'react'

/** True where the shell is narrow. */
export const CompactContext = createContext(false)
