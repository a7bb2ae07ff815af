import { FormDialog } from '@gatehouse/ui'
import { Text } from '@mantine/core'
import { useState } from 'react'
import { useAction } from '../shared/action'
import { CardFields } from './card-fields'
import type { CardForm } from './card-form'
import { takeCard } from './subscriptions.actions'
import { useT } from './subscriptions.texts'
import type { Billing } from './use-billing'

interface CardDialogProps {
  readonly billing: Billing
  readonly onClose: () => void
}

/** A card, typed into the provider's own fields, and from then on the one that is charged. */
export function CardDialog({ billing: { method, alive, plan }, onClose }: CardDialogProps) {
  const t = useT()
  const take = useAction(takeCard, { awaitRefetch: true })
  const [form, setForm] = useState<CardForm>()
  const pays = alive && plan ? { subscription: alive, planId: plan.id } : null

  async function save() {
    if (!form) return
    await take.run({ externalId: await form.confirm(), pays })
    onClose()
  }

  return (
    <FormDialog
      opened
      onClose={onClose}
      onSubmit={save}
      title={t(method ? 'card.change' : 'card.add')}
      description={<Text c="dimmed">{t('card.help')}</Text>}
      submitLabel={t('card.submit')}
      submitDisabled={!form}
    >
      <CardFields onForm={setForm} />
    </FormDialog>
  )
}
