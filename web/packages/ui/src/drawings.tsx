import type { ReactNode } from 'react'

export type DrawingName = 'list' | 'people' | 'key' | 'search' | 'link' | 'card' | 'broken'

// Every drawing shows a gate: two posts and something between them.
const SHAPES: Record<DrawingName, ReactNode> = {
  list: <path d="M34 24h28M34 36h28M34 48h16" />,
  people: <path d="M41 44c0-6 3-9 7-9s7 3 7 9M48 30a5 5 0 1 0 0-10 5 5 0 0 0 0 10M34 52h28" />,
  key: <path d="M43 42a7 7 0 1 1 4-4l14 14M56 47l4-4" />,
  search: <path d="M46 44a10 10 0 1 0 0-20 10 10 0 0 0 0 20M53 41l9 10" />,
  link: <path d="M44 40l8-8M41 35l-4 4a6 6 0 0 0 9 9l3-4M55 37l4-4a6 6 0 0 0-9-9l-3 4" />,
  card: <path d="M33 27h30v20H33zM33 33h30M38 42h7" />,
  broken: <path d="M48 22v18M48 47v1" />,
}

export function Drawing({ name }: { name: DrawingName }) {
  return (
    <svg
      width="96"
      height="72"
      viewBox="0 0 96 72"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <g strokeLinecap="round" strokeLinejoin="round" opacity="0.45">
        <path d="M8 62h80M18 62V18M78 62V18M14 18h8M74 18h8" />
        <path d="M18 18C28 6 68 6 78 18" />
      </g>
      <g strokeLinecap="round" strokeLinejoin="round" stroke="var(--gh-accent-text)" strokeWidth="1.75">
        {SHAPES[name]}
      </g>
    </svg>
  )
}
