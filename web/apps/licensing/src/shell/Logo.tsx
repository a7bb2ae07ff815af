import { useBrand } from '@gatehouse/ui'
import classes from './shell.module.css'

/** The vendor's logo, or the product's mark and name. */
export function Logo() {
  const { logo, name = 'Gatehouse' } = useBrand()
  if (logo) return <img src={logo} alt={name} className={classes.logoImage} />
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 24 24" width="24" height="24" aria-hidden="true">
        <path
          d="M4 21V9l8-6 8 6v12h-5v-6a3 3 0 0 0-6 0v6z"
          fill="none"
          stroke="currentColor"
          strokeWidth="2"
          strokeLinejoin="round"
        />
      </svg>
      <span className={classes.logoName}>{name}</span>
    </span>
  )
}
