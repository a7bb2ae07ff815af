import { Button, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import classes from './danger-zone.module.css'
import { useT } from './texts'

/** The red outlined end of a page. Holds `DangerItem`s. */
export function DangerZone({ title, children }: { title?: string; children: ReactNode }) {
  const t = useT()
  const id = useId()
  return (
    <section className={classes.zone} aria-labelledby={id}>
      <Title order={2} size="h3" className={classes.title} id={id}>
        {title ?? t('danger.title')}
      </Title>
      {children}
    </section>
  )
}

interface DangerItemProps {
  title: string
  /** What will happen, and to whom. */
  children: ReactNode
  /** Repeated by the dialog: "Delete Acme". */
  verb: string
  /** Opens a `ConfirmDialog`. */
  onClick: () => void
  disabled?: boolean
}

export function DangerItem({ title, children, verb, onClick, disabled }: DangerItemProps) {
  return (
    <div className={classes.item}>
      <div className={classes.words}>
        <div className={classes.name}>{title}</div>
        <div className={classes.text}>{children}</div>
      </div>
      <Button color="red" variant="outline" onClick={onClick} disabled={disabled}>
        {verb}
      </Button>
    </div>
  )
}
