(define (problem chest)
  (:domain gates-domain)
  (:objects yard hall store tower - room
            arch oak iron - door
            brass steel - key
            chest - crate
            mara - warden)
  (:init (in mara yard) (in brass yard) (in steel store) (in chest tower)
         (joins arch yard hall) (joins arch hall yard)
         (joins oak hall store) (joins oak store hall)
         (joins iron hall tower) (joins iron tower hall)
         (locked oak) (locked iron) (fits brass oak) (fits steel iron) (heavy chest))
  (:goal (and (in chest hall) (locked iron))))
