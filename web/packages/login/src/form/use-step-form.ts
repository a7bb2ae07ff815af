import { ApiError } from '@gatehouse/api'
import { errorText } from '@gatehouse/ui'
import { type FormEvent, useRef, useState } from 'react'
import { useLogin } from '../context'

type Values<Name extends string> = Record<Name, string>
type Problems<Name extends string> = Partial<Record<Name, string>>

interface StepFormOptions<Name extends string> {
  /** Validates each field, in order; undefined means valid. */
  readonly checks: { readonly [Field in Name]: (value: string) => string | undefined }
  /** Fields whose values survive a reload. Never secrets. */
  readonly draftFields?: readonly NoInfer<Name>[]
  readonly submit: (values: Values<Name>) => Promise<unknown>
  /** The field that an error belongs to. Other errors are shown above the form. */
  readonly errorField?: (refusal: ApiError) => NoInfer<Name> | undefined
  readonly describeError?: (error: unknown) => string
}

/**
 * A form with uncontrolled fields: password managers fill them reliably, and the first load of the login page stays
 * small.
 */
export function useStepForm<Name extends string>({
  checks,
  draftFields = [],
  submit,
  errorField,
  describeError,
}: StepFormOptions<Name>) {
  const { drafts } = useLogin()
  const [problems, setProblems] = useState<Problems<Name>>({})
  const [failure, setFailure] = useState<unknown>()
  const [sent, setSent] = useState<Values<Name>>()
  const [pending, setPending] = useState(false)
  // React may not have rendered between two submits; the second must not be sent.
  const isBusy = useRef(false)
  const form = useRef<HTMLFormElement>(null)
  const names = Object.keys(checks) as Name[]

  function showProblems(problemsFound: Problems<Name>): HTMLInputElement | undefined {
    setProblems(problemsFound)
    const first = names.find((name) => problemsFound[name] !== undefined)
    const field = first && form.current?.elements.namedItem(first)
    if (!(field instanceof HTMLInputElement)) return undefined
    field.focus()
    return field
  }

  function onInput({ target }: FormEvent<HTMLFormElement>): void {
    if (target instanceof HTMLInputElement && draftFields.some((name) => name === target.name)) {
      drafts.save(target.name, target.value)
    }
  }

  async function onSubmit(event: FormEvent<HTMLFormElement>): Promise<void> {
    event.preventDefault()
    if (isBusy.current) return
    const data = new FormData(event.currentTarget)
    const values = Object.fromEntries(names.map((name) => [name, String(data.get(name) ?? '')])) as Values<Name>
    const found = names.map((name) => [name, checks[name](values[name])]).filter(([, problem]) => problem !== undefined)
    setFailure(undefined)
    showProblems(Object.fromEntries(found) as Problems<Name>)
    if (found.length > 0) return

    isBusy.current = true
    setPending(true)
    setSent(values)
    try {
      await submit(values)
    } catch (error) {
      const field = error instanceof ApiError ? errorField?.(error) : undefined
      // Selected, so that typing replaces the rejected value.
      if (field) showProblems({ [field]: errorText(error) } as Problems<Name>)?.select()
      else setFailure(error)
    } finally {
      isBusy.current = false
      setPending(false)
    }
  }

  function readDraft(name: Name): { defaultValue?: string } {
    const draft = draftFields.includes(name) ? drafts.read(name) : undefined
    return draft === undefined ? {} : { defaultValue: draft }
  }

  return {
    pending,
    /** The values submitted last. */
    sent,
    /** The error that belongs to no field. */
    failure,
    failureText: failure === undefined ? undefined : (describeError ?? errorText)(failure),
    problems,
    /** `<form {...props}>` */
    props: {
      ref: form,
      noValidate: true,
      onInput,
      onSubmit: (event: FormEvent<HTMLFormElement>) => void onSubmit(event),
    },
    /** `<TextField {...field('email')} />`: the error is cleared when the field changes. */
    field: (name: Name) => ({
      name,
      ...readDraft(name),
      error: problems[name],
      onChange: () => problems[name] && setProblems({ ...problems, [name]: undefined }),
    }),
  }
}

export type StepForm = Pick<ReturnType<typeof useStepForm<string>>, 'pending' | 'failureText' | 'problems' | 'props'>
