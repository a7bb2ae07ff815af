import { useMediaQuery } from '@mantine/hooks'

/** At most 1024 px wide: the navigation is a sheet, and dropdowns open on click (licensing spec §9). */
export const useCompact = (): boolean => useMediaQuery('(max-width: 1024px)', false, { getInitialValueInEffect: false })
