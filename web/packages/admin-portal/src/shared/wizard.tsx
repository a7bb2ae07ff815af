import { errorText, InlineAlert, useUnsaved } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button, Card, Group, Stack, Title } from '@mantine/core'
import { type ComponentType, type FormEvent, useEffect, useRef, useState } from 'react'
import { type DefaultValues, type FieldValues, type Resolver, useForm } from 'react-hook-form'
import type { z } from 'zod'
import { useT } from '../portal.texts'
import type { FormOf } from './field'
import { placeRefusal, type Refusals } from './refusals'
import { WizardProgress } from './wizard-progress'
import { useStep } from './wizard-step'

export interface WizardStep<Values extends FieldValues> {
  /** Stands in the address: `?step=domain`. */
  readonly path: string
  readonly label: () => string
  /** Its part of the values. What it asks for has to be right before the next step. */
  readonly schema: z.ZodObject
  /** Its `Field`s. */
  readonly fields: ComponentType<{ readonly of: FormOf<Values> }>
}

interface WizardProps<Values extends FieldValues> {
  readonly steps: readonly WizardStep<Values>[]
  readonly start: Values
  /** Usually `run` of an action, with what all steps entered. */
  readonly finish: (values: Values) => Promise<unknown>
  readonly finishLabel: string
  readonly refusals?: Refusals<Values>
  /** Leads away: when it is done, and when somebody gives up. */
  readonly onClose: () => void
}

/**
 * Several steps to one result, each in the address, so that Back goes one step back. What was typed stays for all of
 * them; a step that is not reached yet leads to the one that is. A refusal leads to the step of its field.
 */
export function Wizard<Values extends FieldValues>(props: WizardProps<Values>) {
  const { steps, start, finish, finishLabel, refusals, onClose } = props
  const t = useT()
  const { step, index, reached, go } = useStep(steps)
  const form = useForm<Values>({
    resolver: zodResolver(step.schema) as unknown as Resolver<Values>,
    defaultValues: start as DefaultValues<Values>,
  })
  const { isDirty, isSubmitting } = form.formState
  const [failure, setFailure] = useState<string>()
  const [isDone, setIsDone] = useState(false)
  const heading = useFocusAtStep(index)
  useUnsaved(isDirty && !isDone)

  // The page is left once its guard has heard that nothing is unsaved any more.
  const close = useRef(onClose)
  close.current = onClose
  useEffect(() => {
    if (isDone) close.current()
  }, [isDone])

  async function next() {
    setFailure(undefined)
    if (index < steps.length - 1) return go(index + 1)
    // A step may have been changed after it was finished, and left by the browser's own buttons.
    const wrong = steps.findIndex(({ schema }) => !schema.safeParse(form.getValues()).success)
    if (wrong >= 0) return go(wrong)
    const values = steps.map(({ schema }) => schema.parse(form.getValues()))
    try {
      await finish(Object.assign({}, start, ...values) as Values)
      setIsDone(true)
    } catch (error) {
      const rest = placeRefusal(form, error, refusals)
      if (rest !== undefined) setFailure(errorText(rest))
      const wrong = steps.findIndex(({ schema }) =>
        Object.keys(schema.shape).some((name) => form.getFieldState(name as never).invalid),
      )
      if (wrong >= 0) go(wrong)
    }
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    void form.handleSubmit(next)()
  }

  const Fields = step.fields
  return (
    <Card>
      <form onSubmit={submit} noValidate>
        <Stack gap="lg">
          <WizardProgress steps={steps} index={index} reached={reached} onGo={go} />
          <Title order={2} size="h3" ref={heading} tabIndex={-1}>
            {step.label()}
          </Title>
          <Fields key={step.path} of={{ form }} />
          {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
          <Group justify="space-between" gap="xs">
            <Button variant="subtle" color="gray" onClick={onClose} disabled={isSubmitting}>
              {t('wizard.cancel')}
            </Button>
            <Group gap="xs">
              {index > 0 && (
                <Button variant="default" onClick={() => go(index - 1)} disabled={isSubmitting}>
                  {t('wizard.back')}
                </Button>
              )}
              <Button type="submit" loading={isSubmitting}>
                {index < steps.length - 1 ? t('wizard.next') : finishLabel}
              </Button>
            </Group>
          </Group>
        </Stack>
      </form>
    </Card>
  )
}

/** Another step is read from its heading on. */
function useFocusAtStep(index: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(index)
  useEffect(() => {
    if (shown.current !== index) heading.current?.focus()
    shown.current = index
  }, [index])
  return heading
}
