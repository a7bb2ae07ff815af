import { CopyButton } from '@gatehouse/ui'
import { ActionIcon } from '@mantine/core'
import { IconEye, IconEyeOff } from '@tabler/icons-react'
import { useState } from 'react'
import { useT } from '../texts'
import classes from './billing.module.css'

/** Hidden until asked for: screens are shared. */
export function LicenseKey({ value }: { readonly value: string }) {
  const t = useT()
  const [shown, setShown] = useState(false)
  const label = t(shown ? 'license.hideKey' : 'license.showKey')
  return (
    <>
      <span className={classes.code}>{shown ? value : '•'.repeat(16)}</span>
      <ActionIcon variant="subtle" color="gray" aria-label={label} title={label} onClick={() => setShown(!shown)}>
        {shown ? <IconEyeOff size={16} /> : <IconEye size={16} />}
      </ActionIcon>
      <CopyButton value={value} label={t('license.copyKey')} />
    </>
  )
}
