import { EndpointDialog, endpointFields, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { z } from 'zod'
import type { Prehook } from '../wire'
import { changePrehook, createPrehook } from './prehooks.actions'
import { EVENTS, type EventKey, FAIL_METHODS, type FailMethod } from './prehooks.queries'
import { t, useT } from './prehooks.texts'

const schema = z.object({
  ...endpointFields,
  eventKeys: z.array(z.enum(EVENTS)).min(1, { error: () => t('form.eventsMissing') }),
  failMethod: z.enum(FAIL_METHODS),
})

interface PrehookDialogProps {
  readonly prehook?: Prehook
  readonly onClose: () => void
  readonly onCreated?: (made: Prehook) => void
}

/** A new prehook, or what one is. */
export function PrehookDialog({ prehook, onClose, onCreated }: PrehookDialogProps) {
  const t = useT()
  const create = useAction(createPrehook)
  const change = useAction(changePrehook)
  const dialog = useDialogForm({
    schema,
    start: {
      displayName: prehook?.displayName ?? '',
      description: prehook?.description ?? '',
      url: prehook?.url ?? '',
      eventKeys: prehook?.eventKeys ?? ([] as EventKey[]),
      failMethod: prehook?.failMethod ?? ('CLOSE' as FailMethod),
    },
    async save(values, changed) {
      if (prehook) await change.run({ prehook, values: changed })
      else onCreated?.(await create.run(values))
    },
    refusals: { 'prehooks.event_taken': 'eventKeys', 'prehooks.url_unusable': 'url' },
    onClose,
  })
  return (
    <EndpointDialog
      of={dialog}
      title={prehook ? t('edit.title', { name: prehook.displayName }) : t('create.title')}
      about={prehook ? undefined : t('create.help')}
      submitLabel={t(prehook ? 'edit.submit' : 'create.submit')}
      urlHelp={t('form.urlHelp')}
    >
      <Field of={dialog} name="eventKeys">
        {({ value, onChange, error }) => (
          <Checkbox.Group
            label={t('form.events')}
            error={error}
            value={value}
            onChange={(next) => onChange(EVENTS.filter((one) => next.includes(one)))}
          >
            <Stack gap="xs" mt="xs">
              {EVENTS.map((one) => (
                <Checkbox key={one} value={one} label={t(`events.${one}`)} description={t(`eventsHelp.${one}`)} />
              ))}
            </Stack>
          </Checkbox.Group>
        )}
      </Field>
      <Field of={dialog} name="failMethod">
        {({ value, onChange, name }) => (
          <Radio.Group
            name={name}
            label={t('form.fail')}
            value={value}
            onChange={(next) => onChange(next as FailMethod)}
          >
            <Stack gap="xs" mt="xs">
              {FAIL_METHODS.map((one) => (
                <Radio key={one} value={one} label={t(`fail.${one}`)} description={t(`failHelp.${one}`)} />
              ))}
            </Stack>
          </Radio.Group>
        )}
      </Field>
    </EndpointDialog>
  )
}
