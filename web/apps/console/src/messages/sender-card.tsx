import { type Action, SettingsCard, type SettingsForm, useAction } from '@gatehouse/admin-portal/kit'
import { ConfirmDialog } from '@gatehouse/ui'
import { Button, Text } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import type { FieldValues } from 'react-hook-form'

interface SenderCardProps<Values extends FieldValues> {
  readonly title: string
  /** The current provider. */
  readonly current: string
  readonly settings: SettingsForm<Values>
  /** Restores the installation's own provider. Undefined if it is already in use. */
  readonly removal?:
    | {
        readonly action: Action<null>
        readonly label: string
        readonly question: string
        readonly text: string
      }
    | undefined
  readonly children: ReactNode
}

/** Card for an email or text message provider: current provider, form, and a way back to the installation's own. */
export function SenderCard<Values extends FieldValues>(props: SenderCardProps<Values>) {
  const { title, current, settings, removal, children } = props
  return (
    <SettingsCard title={title} settings={settings}>
      <Text>{current}</Text>
      {removal && <Removal {...removal} />}
      {children}
    </SettingsCard>
  )
}

function Removal({ action, label, question, text }: NonNullable<SenderCardProps<FieldValues>['removal']>) {
  const [asking, setAsking] = useState(false)
  const remove = useAction(action)
  return (
    <div>
      <Button variant="default" onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        opened={asking}
        onClose={() => setAsking(false)}
        onConfirm={() => remove.run(null)}
        title={question}
        verb={label}
      >
        {text}
      </ConfirmDialog>
    </div>
  )
}
