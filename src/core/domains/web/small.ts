// The web template for models under about a billion parameters: short, three demonstrations, no thinking.
import type { DomainTemplate } from '../domain.ts'
import { SMALL_SCREEN } from '../templates.ts'

export const small: DomainTemplate = {
  ...SMALL_SCREEN,
  taskDescription: `You are a web browser. The user sends one action. Answer with the whole page after it, in the same format as the current page. Copy every line that does not change. No explanations.`,
  actionSpace: `click('12') clicks the element [12]. fill('12', 'text') types into it. goto('url') opens an address. go_back() goes back. scroll(0, 400) scrolls down.`,
  demonstrations: `Page:
RootWebArea 'Tea', focused
	[3] button 'Add to basket', clickable
	[5] textbox 'Search', clickable

Action: click('3')
RootWebArea 'Tea', focused
	[3] button 'Added', clickable
	[4] link 'Basket (1)', clickable
	[5] textbox 'Search', clickable

Action: fill('5', 'green')
RootWebArea 'Tea'
	[3] button 'Added', clickable
	[4] link 'Basket (1)', clickable
	[5] textbox 'Search' value='green', clickable, focused

Action: click('4')
RootWebArea 'Basket', focused
	[8] heading 'Basket'
	StaticText 'Tea, 1 piece'
	[9] button 'Pay', clickable`
}
