import { readPageBrand } from './page-brand'

// These outlines are in the page before any script or style sheet, so their classes are plain global ones: the build
// writes them into the HTML, and loading states show the same.

/** The vendor's logo, if it is known already. In the built HTML, the server inserts it. */
function LogoPlace() {
  const { name, logo } = readPageBrand() ?? {}
  if (!name) return <span data-vendor />
  if (logo) return <img src={logo} alt={name} />
  return (
    <>
      <span data-sign>{name.slice(0, 1).toUpperCase()}</span>
      <span>{name}</span>
    </>
  )
}

const ENTRIES = [120, 148, 96, 132, 108]

/** A portal before its content: navigation at the side, or a header in a narrow window, and a page. */
export function FrameOutline() {
  return (
    <div className="gh-outline gh-outline-frame" aria-hidden>
      <div className="gh-outline-side">
        <div className="gh-outline-logo">
          <LogoPlace />
        </div>
        <div className="gh-outline-entries">
          {ENTRIES.map((width) => (
            <span key={width} className="gh-outline-bone" style={{ width }} />
          ))}
        </div>
      </div>
      <PageBones />
    </div>
  )
}

/** A page without a frame. */
export function PageOutline() {
  return (
    <div className="gh-outline" aria-hidden>
      <PageBones />
    </div>
  )
}

function PageBones() {
  return (
    <div className="gh-outline-page">
      <span className="gh-outline-bone gh-outline-title" />
      <span className="gh-outline-bone" style={{ width: 280 }} />
      <span className="gh-outline-bone gh-outline-block" />
      <span className="gh-outline-bone gh-outline-block" />
    </div>
  )
}

/** A sign-in page before its content: the logo above a card with two fields and a button. */
export function CardOutline() {
  return (
    <div className="gh-outline gh-outline-login" aria-hidden>
      <div className="gh-outline-logo">
        <LogoPlace />
      </div>
      <div className="gh-outline-card">
        <span className="gh-outline-bone gh-outline-title" />
        <span className="gh-outline-bone gh-outline-label" />
        <span className="gh-outline-bone gh-outline-field" />
        <span className="gh-outline-bone gh-outline-label" />
        <span className="gh-outline-bone gh-outline-field" />
        <span className="gh-outline-bone gh-outline-field" />
      </div>
    </div>
  )
}
