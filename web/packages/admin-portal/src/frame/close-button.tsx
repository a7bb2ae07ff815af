import { leavePage } from '@gatehouse/ui'
import { ActionIcon } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { use } from 'react'
import { useT } from '../portal.texts'
import { CloseContext } from './close-context'

/** Leads from a portal that lies over the product's page back to that page. */
export function CloseButton() {
  const t = useT()
  const close = use(CloseContext)
  if (!close) return null
  return (
    <ActionIcon size={40} aria-label={t('close')} onClick={() => void leavePage(close)}>
      <IconX size={20} stroke={1.75} aria-hidden />
    </ActionIcon>
  )
}
