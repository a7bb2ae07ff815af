import { Button, Modal, Stack } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DialogButtons } from './dialog-buttons'
import { DiscardQuestion } from './discard-question'
import { InlineAlert } from './inline-alert'
import { useUnsaved } from './shell/unsaved'
import { useT } from './texts'
import { useDialog } from './use-dialog'
import { useSubmit } from './use-submit'

export interface FormDialogProps {
  opened: boolean
  onClose: () => void
  title: string
  /** One sentence under the title. */
  description?: ReactNode
  /**
   * Usually `form.handleSubmit(save)`. A rejected promise is shown above the buttons; close the dialog yourself on
   * success.
   */
  onSubmit: (event: FormEvent<HTMLFormElement>) => unknown
  /** A verb: "Create role". */
  submitLabel: string
  /** Set while there is nothing to submit or nothing has changed. */
  submitDisabled?: boolean
  /** For actions that cannot be undone. */
  danger?: boolean
  /** Asks before entered values are discarded. */
  dirty?: boolean
  /** The action is complete and cannot be undone: the only remaining button closes the dialog. */
  done?: boolean
  children: ReactNode
  size?: number | string
}

export function FormDialog(props: FormDialogProps) {
  const { opened, onClose, title, description, onSubmit, dirty = false, children, size = 480 } = props
  const { submitLabel, submitDisabled = false, danger = false, done = false } = props
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { pending, failure, run, clearFailure } = useSubmit()
  useUnsaved(opened && dirty)

  function close() {
    setAsking(false)
    clearFailure()
    onClose()
  }
  function leave() {
    // A running request cannot be canceled, and its error must be shown.
    if (pending) return
    if (dirty) setAsking(true)
    else close()
  }

  const dialog = useDialog({ opened, onClose: leave })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    // React events bubble through portals, to a form around the dialog.
    event.stopPropagation()
    void run(() => onSubmit(event))
  }

  return (
    <>
      <Modal {...dialog} title={title} size={size}>
        <form ref={markFirstField} onSubmit={submit} noValidate>
          <Stack gap="md">
            {description && <div>{description}</div>}
            {children}
            {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
            <DialogButtons>
              {!done && (
                <Button variant="default" onClick={leave} disabled={pending}>
                  {t('cancel')}
                </Button>
              )}
              <Button type="submit" loading={pending} disabled={submitDisabled} color={danger ? 'red' : 'accent'}>
                {submitLabel}
              </Button>
            </DialogButtons>
          </Stack>
        </form>
      </Modal>
      <DiscardQuestion opened={asking} onClose={() => setAsking(false)} onDiscard={close} />
    </>
  )
}

const FIELD = 'input:not([type="hidden"], :disabled), textarea:not(:disabled)'

/** Gives focus to the first field instead of the close button, unless a field requests it. */
function markFirstField(form: HTMLFormElement | null) {
  if (form?.querySelector('[data-autofocus]') === null)
    form.querySelector(FIELD)?.setAttribute('data-autofocus', 'true')
}
