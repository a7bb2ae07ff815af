import { InlineAlert } from '@gatehouse/ui'
import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLogin } from '../context'
import type { StepForm } from '../form/use-step-form'
import classes from './frame.module.css'

interface StepProps {
  readonly title: string
  /** One sentence: what happened or what to do. */
  readonly lead?: ReactNode
  /** Alternative actions, below the card's divider. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

/** One card. When it appears, focus moves to the first field or button, otherwise to the title. */
export function Step({ title, lead, footer, children }: StepProps) {
  const { settings, isPreview } = useLogin()
  const { vendor } = settings
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isPreview) return
    document.title = vendor.name && !title.includes(vendor.name) ? `${title} · ${vendor.name}` : title
  }, [title, vendor.name, isPreview])

  useEffect(() => {
    if (isPreview) return
    const first = card.current?.querySelector<HTMLElement>('input:not([readonly], [type=hidden]), [data-first]')
    const target = first ?? card.current?.querySelector<HTMLElement>('h1')
    target?.focus()
  }, [isPreview])

  return (
    <div ref={card} className={classes.step}>
      <div className={classes.body}>
        <h1 className={classes.title} tabIndex={-1}>
          {title}
        </h1>
        {lead && <p className={classes.lead}>{lead}</p>}
        {children}
      </div>
      {footer && <div className={classes.footer}>{footer}</div>}
    </div>
  )
}

interface FormProps {
  readonly form: StepForm
  readonly submit: string
  readonly children?: ReactNode
  /** Replaces the text of a failure. */
  readonly alert?: ReactNode
}

/** Fields and one primary button, with the form's error above them. */
export function Form({ form, submit, children, alert }: FormProps) {
  const problem = Object.values(form.problems).find((text) => text !== undefined)
  return (
    <form className={classes.form} {...form.props}>
      {alert || (form.failureText && <InlineAlert tone="danger">{form.failureText}</InlineAlert>)}
      {children}
      {/* Screen readers do not announce a new error of the field that already has focus, so it is repeated here. */}
      <VisuallyHidden role="alert">{problem}</VisuallyHidden>
      <Button type="submit" fullWidth loading={form.pending} data-first>
        {submit}
      </Button>
    </form>
  )
}
