import { DialogForm, Field, shortText, useAction, useDialogForm, usePermissions } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog, type RowAction, TextAreaField } from '@gatehouse/ui'
import { IconBan, IconCheck, IconNote, IconRefresh } from '@tabler/icons-react'
import { type ReactNode, useState } from 'react'
import { z } from 'zod'
import type { Discrepancy } from '../wire'
import { acceptDifference, checkDifference, noteDifference, stopCharges } from './discrepancies.queries'
import { useT } from './discrepancies.texts'

type AcceptableKind = 'changed' | 'missing' | 'blocked'
type Dialog = 'accept' | 'note' | 'stop'

const FOLLOWED: readonly string[] = ['changed', 'missing', 'blocked'] satisfies AcceptableKind[]
const CHARGED: readonly string[] = ['unlicensed', 'replaced', 'blocked']
const canAccept = (kind: string): kind is AcceptableKind => FOLLOWED.includes(kind)

/** Actions for an open discrepancy. Render `dialog` in the page. */
export function useDiscrepancyActions(): {
  readonly actionsFor: (one: Discrepancy) => RowAction[]
  readonly dialog: ReactNode
} {
  const t = useT()
  const can = usePermissions()
  const check = useAction(checkDifference)
  const [open, setOpen] = useState<{ dialog: Dialog; one: Discrepancy }>()
  const close = () => setOpen(undefined)

  function actionsFor(one: Discrepancy): RowAction[] {
    if (!can('vendor.write.licenses') || one.resolvedAt) return []
    const ask = (dialog: Dialog) => () => setOpen({ dialog, one })
    return [
      ...(canAccept(one.kind) ? [{ label: t('accept.action'), icon: IconCheck, onClick: ask('accept') }] : []),
      { label: t('note.action'), icon: IconNote, onClick: ask('note') },
      { label: t('check.action'), icon: IconRefresh, onClick: () => check.start(one) },
      ...(CHARGED.includes(one.kind)
        ? [{ label: t('stop.action'), icon: IconBan, onClick: ask('stop'), danger: true }]
        : []),
    ]
  }

  return {
    actionsFor,
    dialog: (
      <>
        {open?.dialog === 'accept' && <AcceptDialog one={open.one} onClose={close} />}
        {open?.dialog === 'note' && <NoteDialog one={open.one} onClose={close} />}
        {open?.dialog === 'stop' && <StopDialog one={open.one} onClose={close} />}
      </>
    ),
  }
}

interface DialogProps {
  readonly one: Discrepancy
  readonly onClose: () => void
}

function AcceptDialog({ one, onClose }: DialogProps) {
  const t = useT()
  const accept = useAction(acceptDifference)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => accept.run(one)}
      title={t('accept.title')}
      verb={t('accept.verb')}
      danger={one.kind === 'missing'}
    >
      {canAccept(one.kind) && t(`accept.${one.kind}`, { tenant: one.tenantName })}
    </ConfirmDialog>
  )
}

function StopDialog({ one, onClose }: DialogProps) {
  const t = useT()
  const stop = useAction(stopCharges)
  return (
    <ConfirmDialog
      opened
      onClose={onClose}
      onConfirm={() => stop.run(one)}
      title={t('stop.title', { subscription: one.subscriptionId })}
      verb={t('stop.verb')}
      cancelLabel={t('stop.keep')}
    >
      {t('stop.text', { tenant: one.tenantName })}
    </ConfirmDialog>
  )
}

function NoteDialog({ one, onClose }: DialogProps) {
  const t = useT()
  const note = useAction(noteDifference)
  const dialog = useDialogForm({
    schema: z.object({ note: shortText(500).pipe(z.string().min(3)) }),
    start: { note: one.note ?? '' },
    save: ({ note: text }) => note.run({ one, note: text }),
    onClose,
  })
  return (
    <DialogForm of={dialog} title={t('note.title')} description={t('note.text')} submitLabel={t('note.verb')}>
      <Field of={dialog} name="note">
        {(input) => <TextAreaField label={t('note.reason')} minRows={2} data-autofocus {...input} />}
      </Field>
    </DialogForm>
  )
}
