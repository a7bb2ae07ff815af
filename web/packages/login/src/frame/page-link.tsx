import { Anchor } from '@mantine/core'
import type { MouseEvent, ReactNode } from 'react'
import { useLogin } from '../context'
import type { PageName } from '../routes'

interface PageLinkProps {
  readonly to: PageName
  readonly children: ReactNode
  readonly className?: string | undefined
}

/** A real link that can be opened in a new tab; a normal click navigates without loading the page. */
export function PageLink({ to, children, className }: PageLinkProps) {
  const { goTo, hrefOf, email } = useLogin()
  const navigate = (event: MouseEvent) => {
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    const typed = document.querySelector<HTMLInputElement>('input[name=email]')?.value.trim()
    goTo(to, { email: typed ?? email })
  }
  return (
    <Anchor href={hrefOf(to)} onClick={navigate} {...(className && { className })}>
      {children}
    </Anchor>
  )
}
