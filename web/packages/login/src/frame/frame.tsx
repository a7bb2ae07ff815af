import { Monogram, Picture } from '@gatehouse/ui'
import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { Vendor } from '../settings'
import { useT } from '../texts'
import { AnimatedHeight } from './animated-height'
import classes from './frame.module.css'
import { LanguageSelect } from './language-select'

interface FrameProps {
  /** Undefined while loading; its space is reserved. */
  readonly vendor?: Vendor | undefined
  readonly children: ReactNode
}

/** The vendor's logo above one card. The logo stays in place while the card changes. */
export function Frame({ vendor, children }: FrameProps) {
  const t = useT()
  return (
    <div className={classes.page}>
      <header className={classes.symbol}>{vendor ? <VendorSign {...vendor} /> : <Skeleton w={40} h={40} />}</header>
      <main className={classes.card}>
        <AnimatedHeight>{children}</AnimatedHeight>
      </main>
      <footer className={classes.foot}>
        <LanguageSelect />
        {vendor && !vendor.whiteLabelMode && <span>{t('secured')}</span>}
      </footer>
    </div>
  )
}

function VendorSign({ name = '', logo }: Vendor) {
  const sign = name && <Monogram name={name} size={40} named />
  return logo ? <Picture className={classes.logo} src={logo} alt={name} fallback={sign} /> : sign
}
