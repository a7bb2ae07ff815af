import { useAction } from '@gatehouse/admin-portal/action'
import { FormDialog, InlineAlert, TextField } from '@gatehouse/ui'
import { zodResolver } from '@hookform/resolvers/zod'
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { z } from 'zod'
import classes from './billing.module.css'
import { t, useT } from './billing.texts'
import { downloadRelayFile } from './keys.actions'

/** 32 bytes in base64url; of the last letter only four bits count, and the others are zero. */
const RELAY_KEY = /^[\w-]{42}[AEIMQUYcgkosw048]$/
const COMMAND = 'gatehouse relay key'

const schema = z.object({
  relayKey: z
    .string()
    .trim()
    .regex(RELAY_KEY, { error: () => t('relay.wrong') }),
})

/** The file for a computer that leases the seats where no server is reached: bound to the key of that one relay. */
export function RelayFile({ fingerprint }: { readonly fingerprint: string }) {
  const t = useT()
  const download = useAction(downloadRelayFile)
  const [opened, setOpened] = useState(false)
  const form = useForm({ resolver: zodResolver(schema), defaultValues: { relayKey: '' } })
  const { errors, isDirty } = form.formState

  function close() {
    form.reset()
    setOpened(false)
  }
  const save = form.handleSubmit(async ({ relayKey }) => {
    await download.run({ fingerprint, relayKey })
    close()
  })
  return (
    <>
      <Button variant="default" size="xs" onClick={() => setOpened(true)}>
        {t('relay.open')}
      </Button>
      <FormDialog
        opened={opened}
        onClose={close}
        title={t('relay.title')}
        description={t('relay.text')}
        submitLabel={t('relay.submit')}
        dirty={isDirty}
        onSubmit={save}
      >
        <TextField
          data-autofocus
          label={t('relay.key')}
          help={
            <>
              {t('relay.where')} <code className={classes.code}>{COMMAND}</code>
            </>
          }
          autoComplete="off"
          spellCheck={false}
          error={errors.relayKey?.message}
          {...form.register('relayKey')}
        />
        <InlineAlert tone="info" title={t('relay.own')} />
      </FormDialog>
    </>
  )
}
