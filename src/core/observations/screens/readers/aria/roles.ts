// The roles that an aria snapshot names things by: ARIA's, and Playwright's own for text and frames.

/** Whether the word is a role. */
export function isRole(word: string): boolean {
  return ROLES.has(word)
}

const ROLES = new Set(
  `alert alertdialog application article banner blockquote button caption cell checkbox code columnheader combobox comment complementary
  contentinfo definition deletion dialog directory document emphasis feed figure form generic grid gridcell group heading iframe image img
  insertion link list listbox listitem log main mark marquee math menu menubar menuitem menuitemcheckbox menuitemradio meter navigation
  none note option paragraph presentation progressbar radio radiogroup region row rowgroup rowheader scrollbar search searchbox section
  separator slider spinbutton status strong subscript suggestion superscript switch tab table tablist tabpanel term text textbox time
  timer toolbar tooltip tree treegrid treeitem`.split(/\s+/)
)
