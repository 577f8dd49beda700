"""The kinds of business server: each makes a world of its own trade, with records, rules and operations."""

from . import bank, calendar, flights, jobs, library, notes, people, polls, registry, rental, settings, shop, stations, tickets, todo, warehouse

KINDS = {
    "shop": shop.make,
    "tickets": tickets.make,
    "calendar": calendar.make,
    "bank": bank.make,
    "warehouse": warehouse.make,
    "library": library.make,
    "contacts": people.contacts,
    "grades": people.grades,
    "todo": todo.make,
    "flights": flights.make,
    "stations": stations.make,
    "settings": settings.make,
    "jobs": jobs.make,
    "polls": polls.make,
    "rental": rental.make,
    "notes": notes.make,
    "registry": registry.records,
    "relations": registry.relations,
}
