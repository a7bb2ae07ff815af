import { createContext } from 'react'

/** True if the shell is narrow. */
export const CompactContext = createContext(false)
