import { useBrand } from '@gatehouse/ui'
import { useComputedColorScheme } from '@mantine/core'
import classes from './logo.module.css'

/** The vendor's picture, or its name set in type where there is none. */
export function Logo() {
  const { name = 'Gatehouse', logo, logoDark } = useBrand()
  const isDark = useComputedColorScheme('light') === 'dark'
  const source = (isDark && logoDark) || logo
  return (
    <span className={classes.logo}>
      {source ? (
        <img src={source} alt={name} className={classes.picture} />
      ) : (
        <span className={classes.name}>{name}</span>
      )}
    </span>
  )
}
