import { Button, Title } from '@mantine/core'
import { type ReactNode, useId, useState } from 'react'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog'
import classes from './danger-zone.module.css'
import { useT } from './texts'

/** The red outlined section at the end of a page. Contains `DangerItem`s. */
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

interface DangerItemProps extends Pick<ConfirmDialogProps, 'verb' | 'onConfirm' | 'typeToConfirm'> {
  title: string
  /** What will happen, and to which object. */
  children: ReactNode
  /** The title of the dialog: "Delete Acme?" */
  question: string
  /** The warning in the dialog; the item's text by default. */
  warning?: ReactNode
  disabled?: boolean
}

/** An action that cannot be undone. Asks for confirmation, and for the name if `typeToConfirm` is set. */
export function DangerItem(props: DangerItemProps) {
  const { title, children, verb, question, warning = children, onConfirm, typeToConfirm, disabled } = props
  const [asking, setAsking] = useState(false)
  return (
    <div className={classes.item}>
      <div className={classes.words}>
        <div className={classes.name}>{title}</div>
        <div className={classes.text}>{children}</div>
      </div>
      <Button color="red" variant="outline" onClick={() => setAsking(true)} disabled={disabled}>
        {verb}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={onConfirm}
        title={question}
        verb={verb}
        typeToConfirm={typeToConfirm}
      >
        {warning}
      </ConfirmDialog>
    </div>
  )
}
