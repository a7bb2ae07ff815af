import { IconCreditCard, IconHome, IconMessageCircle, type TablerIcon } from '@tabler/icons-react'

export interface ListedPage {
  readonly path: '/general' | '/billing' | '/contact'
  readonly title: 'general.title' | 'billing.title' | 'contact.title'
  readonly icon: TablerIcon
  /** Listed only for people whose preview flag is on. */
  readonly preview?: boolean
}

const PAGES: readonly ListedPage[] = [
  { path: '/general', title: 'general.title', icon: IconHome },
  { path: '/billing', title: 'billing.title', icon: IconCreditCard },
  { path: '/contact', title: 'contact.title', icon: IconMessageCircle },
]

export function listedPages(preview: boolean, pages: readonly ListedPage[] = PAGES): readonly ListedPage[] {
  return pages.filter((page) => preview || !page.preview)
}
