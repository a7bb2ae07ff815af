import { Button, Modal, Stack, TextInput } from '@mantine/core'
import { type FormEvent, type ReactNode, useState } from 'react'
import { DialogButtons } from './dialog-buttons'
import { InlineAlert } from './inline-alert'
import { useT } from './texts'
import { useDialog } from './use-dialog'
import { useSubmit } from './use-submit'

export interface ConfirmDialogProps {
  opened: boolean
  onClose: () => void
  /** A rejected promise is shown in the dialog, which stays open. It also stays open if the result is `stay`. */
  onConfirm: () => unknown
  title: string
  /** What will happen, and to which object. */
  children: ReactNode
  /** The button repeats the verb: "Delete Acme". */
  verb: string
  danger?: boolean
  /** A name to type first, for actions that cannot be undone. */
  typeToConfirm?: string | undefined
  cancelLabel?: string
}

export function ConfirmDialog(props: ConfirmDialogProps) {
  const { opened, onClose, title } = props
  const submit = useSubmit()
  function leave() {
    // A running request cannot be canceled, and its error must be shown.
    if (submit.pending) return
    submit.clearFailure()
    onClose()
  }
  return (
    <Modal {...useDialog({ opened, onClose: leave })} title={title} size={440}>
      {/* Mounted with the dialog, so that it starts empty when reopened. */}
      <ConfirmForm {...props} {...submit} onLeave={leave} />
    </Modal>
  )
}

interface ConfirmFormProps extends ConfirmDialogProps, ReturnType<typeof useSubmit> {
  onLeave: () => void
}

function ConfirmForm(props: ConfirmFormProps) {
  const { onClose, onConfirm, onLeave, children, verb, danger = true, typeToConfirm, cancelLabel } = props
  const { pending, failure, run } = props
  const t = useT()
  const [typed, setTyped] = useState('')
  const isAllowed = typeToConfirm === undefined || typed.trim() === typeToConfirm

  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    if (isAllowed && (await run(onConfirm))) onClose()
  }

  return (
    <form onSubmit={(event) => void submit(event)} noValidate>
      <Stack gap="md">
        {/* Names may contain no line break opportunity. */}
        <div style={{ overflowWrap: 'anywhere' }}>{children}</div>
        {typeToConfirm !== undefined && (
          <TextInput
            data-autofocus
            label={t('confirm.typeName', { name: typeToConfirm })}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
        )}
        {failure && <InlineAlert tone="danger">{failure}</InlineAlert>}
        <DialogButtons>
          <Button
            variant="default"
            onClick={onLeave}
            disabled={pending}
            data-autofocus={typeToConfirm === undefined || undefined}
          >
            {cancelLabel ?? t('cancel')}
          </Button>
          <Button type="submit" color={danger ? 'red' : 'accent'} loading={pending} disabled={!isAllowed}>
            {verb}
          </Button>
        </DialogButtons>
      </Stack>
    </form>
  )
}
