import { InlineAlert } from '@gatehouse/ui'
import { Button, VisuallyHidden } from '@mantine/core'
import { type ReactNode, useEffect, useRef } from 'react'
import { useLogin } from '../context'
import type { StepForm } from '../form/use-step-form'
import classes from './frame.module.css'

interface StepProps {
  readonly title: string
  /** What happened, or what to do, in a sentence. */
  readonly lead?: ReactNode
  /** A way elsewhere, below the card's line. */
  readonly footer?: ReactNode
  readonly children?: ReactNode
}

/** One card. Where it appears, focus goes to the first thing to fill in or press, else to the title. */
export function Step({ title, lead, footer, children }: StepProps) {
  const { settings, isStill } = useLogin()
  const { vendor } = settings
  const card = useRef<HTMLDivElement>(null)

  useEffect(() => {
    if (isStill) return
    document.title = vendor.name && !title.includes(vendor.name) ? `${title} · ${vendor.name}` : title
  }, [title, vendor.name, isStill])

  useEffect(() => {
    if (isStill) return
    const first = card.current?.querySelector<HTMLElement>('input:not([readonly], [type=hidden]), [data-first]')
    const target = first ?? card.current?.querySelector<HTMLElement>('h1')
    target?.focus()
  }, [isStill])

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
  /** Replaces the plain text of a failure. */
  readonly alert?: ReactNode
}

/** Fields, one primary button, and above them what went wrong as a whole. */
export function Form({ form, submit, children, alert }: FormProps) {
  const problem = Object.values(form.problems).find((text) => text !== undefined)
  return (
    <form className={classes.form} {...form.props}>
      {alert || (form.failureText && <InlineAlert tone="danger">{form.failureText}</InlineAlert>)}
      {children}
      {/* Errors stand at their fields; a field that already has focus would not read its new error aloud. */}
      <VisuallyHidden role="alert">{problem}</VisuallyHidden>
      <Button type="submit" fullWidth loading={form.pending} data-first>
        {submit}
      </Button>
    </form>
  )
}
