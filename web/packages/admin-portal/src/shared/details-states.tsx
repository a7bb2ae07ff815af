import { Loading, useDialog } from '@gatehouse/ui'
import { Drawer } from '@mantine/core'
import { type ErrorComponentProps, useLocation } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { SectionError } from '../frame/section-error'
import { useT } from '../portal.texts'
import { useNavigate, useSearch } from './router'

/** While the script of a drawer is on its way. */
export const DetailsPending = () => (
  <Beside>
    <Loading />
  </Beside>
)

/** In place of a drawer that broke, or whose script did not come. */
export const DetailsError = (props: ErrorComponentProps) => (
  <Beside>
    <SectionError {...props} />
  </Beside>
)

/** Where the drawer would be: below its table it would be overlooked. */
function Beside({ children }: { readonly children: ReactNode }) {
  const t = useT()
  const navigate = useNavigate()
  const search = useSearch()
  const tablePath = useLocation({ select: ({ pathname }) => pathname.replace(/\/[^/]*\/?$/, '') })
  const close = () => void navigate({ to: tablePath, search, resetScroll: false })
  return (
    <Drawer {...useDialog({ opened: true, onClose: close })} size={440} title={t('details.title')}>
      {children}
    </Drawer>
  )
}
