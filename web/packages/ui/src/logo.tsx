import { rem, useComputedColorScheme } from '@mantine/core'
import type { CSSProperties } from 'react'
import classes from './logo.module.css'
import { Picture } from './picture'
import { useBrand } from './ui-provider'

/** The vendor's logo, or a monogram and the name. */
export function Logo() {
  const { name, logo, logoDark } = useBrand()
  const isDark = useComputedColorScheme('light') === 'dark'
  const source = (isDark && logoDark) || logo
  const sign = <NamedMonogram name={name} />
  if (!source) return sign
  return <Picture src={source} alt={name ?? ''} className={classes.picture} fallback={sign} />
}

function NamedMonogram({ name }: { readonly name: string | undefined }) {
  // Empty until the vendor is known: another name must not appear.
  if (!name) return <span className={classes.logo} />
  return (
    <span className={classes.logo}>
      <Monogram name={name} />
      <span className={classes.name} data-logo-name>
        {name}
      </span>
    </span>
  )
}

interface MonogramProps {
  readonly name: string
  readonly size?: number
  /** Set if the name is not shown beside it. */
  readonly named?: boolean
}

/** The first letter of a vendor without a logo. */
export function Monogram({ name, size = 24, named = false }: MonogramProps) {
  const [initial = ''] = name
  const accessibility = named ? { role: 'img', 'aria-label': name } : { 'aria-hidden': true }
  return (
    <span {...accessibility} className={classes.symbol} style={{ '--sign-size': rem(size) } as CSSProperties}>
      {initial.toUpperCase()}
    </span>
  )
}
