import { EndpointDialog, endpointFields, Field, useAction, useDialogForm } from '@gatehouse/admin-portal/kit'
import { useApi } from '@gatehouse/react'
import { Checkbox, Radio, Stack } from '@mantine/core'
import { z } from 'zod'
import type { Prehook } from '../wire'
import { changePrehook, createPrehook, type PrehookValues } from './prehooks.actions'
import { EVENTS, FAIL_METHODS, type FailMethod, readPrehooks } from './prehooks.queries'
import { t, useT } from './prehooks.texts'

const schema = z.object({
  ...endpointFields,
  eventKeys: z.array(z.enum(EVENTS)).min(1, { error: () => t('form.eventsMissing') }),
  failMethod: z.enum(FAIL_METHODS),
})

const toFormValues = (prehook: Prehook | undefined): PrehookValues => ({
  displayName: prehook?.displayName ?? '',
  description: prehook?.description ?? '',
  url: prehook?.url ?? '',
  eventKeys: prehook?.eventKeys ?? [],
  failMethod: prehook?.failMethod ?? 'CLOSE',
})

interface PrehookDialogProps {
  readonly prehook?: Prehook
  readonly onClose: () => void
  readonly onCreated?: (made: Prehook) => void
}

/** Form for a new prehook, or for an existing one. */
export function PrehookDialog({ prehook, onClose, onCreated }: PrehookDialogProps) {
  const t = useT()
  const create = useAction(createPrehook)
  const change = useAction(changePrehook)
  const api = useApi()
  const dialog = useDialogForm<PrehookValues>({
    schema,
    start: toFormValues(prehook),
    current:
      prehook &&
      (async () => {
        const now = (await readPrehooks(api)).find(({ id }) => id === prehook.id)
        return now && toFormValues(now)
      }),
    words: { failMethod: (method) => t(`fail.${method}`) },
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
        {({ value, onChange, name, error }) => (
          <Radio.Group
            name={name}
            label={t('form.fail')}
            error={error}
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
